"""A report to pass on: one HTML file that needs nothing else, with figures, tables, plots and pictures. No Qt.
`making.report_steps` makes one of a document; `tables` says what is in it."""
