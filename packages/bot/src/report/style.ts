/** The style sheet of the report: light and dark, from a telephone to paper. It names no address. */
export const STYLE = `
:root { color-scheme: light dark; --page: #f6f7f9; --surface: #fff; --line: #dce0e5; --text: #1c2127; --muted: #5f6b7c; --note: #fbefd5;
  --accent: #2d72d2; --gain: #1c6e42; --loss: #ac2f33; --line-fill: #2d72d2; --gain-fill: #238551; --loss-fill: #cd4246; }
@media (prefers-color-scheme: dark) { :root { --page: #1c2127; --surface: #252a31; --line: #404854; --text: #f6f7f9; --muted: #abb3bf;
  --note: #3d3322; --accent: #8abbff; --gain: #72ca9b; --loss: #fa999c; --line-fill: #4c90f0; --gain-fill: #32a467; --loss-fill: #e76a6e; } }
* { box-sizing: border-box; }
body { background: var(--page); color: var(--text); font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  font-variant-numeric: tabular-nums; margin: 0 auto; max-width: 1160px; overflow-wrap: anywhere; padding: 24px 16px 48px; }
h1 { font-size: 24px; line-height: 1.2; margin: 16px 0 4px; }
h2 { font-size: 16px; margin: 0; }
p { margin: 4px 0; }
section, figure { background: var(--surface); border: 1px solid var(--line); border-radius: 4px; break-inside: avoid; margin: 16px 0; padding: 16px; }
.quiet, figcaption p, dt, th, .nothing { color: var(--muted); }
.data { background: var(--note); border-radius: 4px; padding: 12px 16px; }
.data p:first-child { font-weight: 600; }
.data ul { margin: 4px 0 0; padding-left: 20px; }
.gain { color: var(--gain); } .loss { color: var(--loss); }
.tiles { background: none; border: 0; display: grid; gap: 12px; grid-template-columns: repeat(4, 1fr); margin: 16px 0; padding: 0; }
.tiles div { background: var(--surface); border: 1px solid var(--line); border-radius: 4px; padding: 12px 16px; }
.tiles dt { font-size: 12px; }
.tiles dd { font-size: 20px; overflow-wrap: normal; white-space: nowrap; font-weight: 600; margin: 2px 0 0; }
dl { margin: 0; }
.figures { column-gap: 32px; display: grid; grid-template-columns: repeat(auto-fit, minmax(270px, 1fr)); margin-top: 8px; }
.figures div { border-bottom: 1px solid var(--line); display: flex; gap: 12px; justify-content: space-between; padding: 4px 0; }
.figures dd { margin: 0; text-align: right; }
figure svg { display: block; height: auto; margin-top: 12px; width: 100%; }
figure text { font: 11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
svg.narrow { display: none; }
.pair { display: grid; gap: 0 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); }
/* What is wide scrolls within, or wraps. */
.pair > *, .tables > * { min-width: 0; }
:not(.scroll) > table td:first-child { overflow-wrap: anywhere; white-space: normal; }
svg.only { max-width: 520px; }
section h2:not(:first-child) { margin-top: 16px; }
pre { font-size: 12px; white-space: pre-wrap; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; margin-top: 8px; width: 100%; }
th { font-weight: 500; text-align: left; }
th, td { border-bottom: 1px solid var(--line); overflow-wrap: normal; padding: 4px 16px 4px 0; white-space: nowrap; }
th.n, td.n { text-align: right; }
th:last-child, td:last-child { padding-right: 0; }
.scroll table { font-size: 12px; }
.tables { align-items: start; display: grid; gap: 16px 32px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 345px), 1fr)); }
footer { color: var(--muted); font-size: 12px; }
@media (max-width: 700px) { .tiles { grid-template-columns: 1fr 1fr; } .tiles dd { font-size: 18px; } }
@media (max-width: 480px) { body { padding: 12px 10px 32px; } section, figure { padding: 12px; } svg.wide { display: none; } svg.narrow { display: block; } }
@media print { :root { color-scheme: light; --page: #fff; --surface: #fff; --line: #ccc; --text: #000; --muted: #444; --note: #f2f2f2; --accent: #2d72d2;
  --gain: #1c6e42; --loss: #ac2f33; --line-fill: #2d72d2; --gain-fill: #238551; --loss-fill: #cd4246; } body { font-size: 11px; max-width: none; padding: 0; } section { break-inside: auto; } table, .scroll table { font-size: 8px; } th, td { padding-right: 8px; }
  thead { display: table-header-group; } tr { break-inside: avoid; } .scroll { overflow: visible; } * { print-color-adjust: exact; } }
`;
