/** Harmless texts, by the endings of their names. */
const byEnding: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
};

/** The elements by which browsers recognise a page (WHATWG MIME Sniffing, 7.1), and others that do something. */
const htmlElement =
  /^(html|head|script|iframe|h[1-6]|div|font|table|a|style|title|b|body|br|p|img|link|meta|base|form|input|button|object|embed|video|audio|template|span|ul|ol|main|section|article|nav|header|footer|center|pre|frameset)$/;

/** What may come before the first element: spaces, instructions and comments. */
const prolog = /^(?:\s+|<\?(?!php\b)[\s\S]*?\?>|<!--[\s\S]*?-->)/i;
const docType = /^<!doctype\s+([\w.:-]+)(?:[^<>[\]"']|"[^"]*"|'[^']*'|\[[\s\S]*?\]\s*(?=>))*>/i;
const rootElement = /^<(?:[\w.-]+:)?([a-z][\w.-]*)(?=[\s/>])/i;

/**
 * The MIME type of a text by its beginning. Pages, drawings, XML and scripts are detected even under another name:
 * a browser might run it. Only for other texts the ending of the name matters.
 */
export function detectTextType(text: string, name: string): string {
  const start = text.replace(/^\uFEFF/, '');
  if (start.startsWith('#!')) return 'application/x-sh';
  const body = skip(start, prolog);
  if (/^<\?php\b/i.test(body)) return 'application/x-httpd-php';
  const kind = capture(docType, body);
  const root = capture(rootElement, skip(skip(body, docType), prolog));
  if (root === 'svg') return 'image/svg+xml';
  if (htmlElement.test(root) || kind === 'html' || (kind === '' && body.startsWith('<!')))
    return 'text/html';
  if (root !== '' || kind !== '' || /^\s*<\?xml\b/i.test(start)) return 'application/xml';
  return byEnding[capture(/\.([a-z]+)$/i, name)] ?? 'text/plain';
}

function capture(pattern: RegExp, text: string): string {
  return pattern.exec(text)?.[1]?.toLowerCase() ?? '';
}

function skip(text: string, pattern: RegExp): string {
  let rest = text;
  for (let match = pattern.exec(rest); match; match = pattern.exec(rest))
    rest = rest.slice(match[0].length);
  return rest;
}
