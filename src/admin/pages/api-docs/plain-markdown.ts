type React = { createElement(type: string, props: object | null, ...children: unknown[]): unknown };

/**
 * Renders descriptions as text. The original creates HTML, which our policy (Trusted Types)
 * forbids; our descriptions contain only lines and code.
 */
export function plainMarkdown(): object {
  return {
    wrapComponents: {
      Markdown: (_original: unknown, { React }: { React: React }) =>
        function PlainMarkdown({ source }: { source?: string }) {
          if (!source) return null;
          return React.createElement(
            'div',
            { className: 'markdown' },
            ...source
              .split(/\n+/)
              .map((line, at) => React.createElement('p', { key: at }, ...toParts(React, line))),
          );
        },
    },
  };
}

/** Text between backticks is code; the library's own italics are dropped. */
function toParts(React: React, line: string): unknown[] {
  return line
    .replace(/<\/?i>/g, '')
    .split('`')
    .map((part, at) => (at % 2 === 0 ? part : React.createElement('code', { key: at }, part)));
}
