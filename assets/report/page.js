"use strict";
// Without this script the page shows all but the pictures of sentences; with it these can be opened, tables sort and
// filter, and the colors can be chosen.
const collator = new Intl.Collator(undefined, {numeric: true});

function keyOf(row, column) {
  const cell = row.cells[column];
  const value = cell?.dataset.value;
  return value === undefined ? cell?.textContent ?? "" : Number(value);
}

function compared(one, other) {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one === "number" || typeof other === "number") return typeof one === "number" ? 1 : -1;
  return collator.compare(one, other);
}

function sort(table, head, column) {
  const descending = head.getAttribute("aria-sort") === "none" ? !head.classList.contains("text")
    : head.getAttribute("aria-sort") === "ascending";
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [keyOf(row, column), row]);
  rows.sort(([one], [other]) => (descending ? compared(other, one) : compared(one, other)));
  body.append(...rows.map(([, row]) => row));
  for (const other of head.parentElement.cells) {
    if (other.hasAttribute("aria-sort")) other.setAttribute("aria-sort", "none");
  }
  head.setAttribute("aria-sort", descending ? "descending" : "ascending");
}

for (const table of document.querySelectorAll("main table")) {
  if (table.tBodies.length !== 1 || table.tBodies[0].rows.length < 2) continue;
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  heads.forEach((head, column) => {
    if (!head.textContent) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    if (!head.hasAttribute("aria-sort")) head.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => sort(table, head, column));
  });
}

for (const input of document.querySelectorAll("input[data-of]")) {
  const rows = [...document.querySelectorAll(`#${CSS.escape(input.dataset.of)} tbody tr`)];
  const output = input.closest("p").querySelector("output");
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !wanted.every((part) => text.includes(part));
      shown += !row.hidden;
    }
    output.textContent = wanted.length ? `${shown} of ${rows.length}` : "";
  });
}

// A text of more than two lines is cut, and has a button that shows the whole; it comes and goes with the page's width.
const widths = new ResizeObserver((entries) => {
  for (const {target} of entries) {
    const button = target.nextSibling;
    if (button.ariaExpanded !== "true") button.hidden = target.scrollHeight <= target.clientHeight + 1;
  }
});

for (const cell of document.querySelectorAll("td.long")) {
  const [cut, shown, button] = ["div", "div", "button"].map((name) => document.createElement(name));
  cut.className = "cut";
  shown.append(...cell.childNodes);
  button.type = "button";
  button.hidden = true;
  button.ariaExpanded = "false";
  button.addEventListener("click", () => {
    button.ariaExpanded = button.ariaExpanded === "true" ? "false" : "true";
  });
  cut.append(shown, button);
  cell.append(cut);
  widths.observe(shown);
}

async function draw(details) {
  const packed = details.dataset.picture;
  if (packed === undefined) return;
  delete details.dataset.picture;
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  // Read as XML, not as HTML: what a file says stays text.
  const picture = new DOMParser().parseFromString(await new Response(unpacked).text(), "image/svg+xml");
  details.querySelector(".picture").append(document.importNode(picture.documentElement, true));
}

for (const details of document.querySelectorAll("details[data-picture]")) {
  if (details.open) draw(details);
  details.addEventListener("toggle", () => {
    if (details.open) draw(details);
    // Those of one sentence are looked at together.
    for (const other of details.closest("article").querySelectorAll("details:has(> .picture)")) other.open = details.open;
  });
}

document.getElementById("colors").addEventListener("change", (event) => {
  document.documentElement.style.colorScheme = event.target.value;
});

addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll("details:not([open], [data-picture])")) {
    one.open = true;
    one.dataset.opened = "";
  }
});
addEventListener("afterprint", () => {
  for (const one of document.querySelectorAll("details[data-opened]")) {
    one.open = false;
    delete one.dataset.opened;
  }
});
