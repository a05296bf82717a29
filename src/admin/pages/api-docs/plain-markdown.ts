type React = { createElement(type: string, props: object | null, ...children: unknown[]): unknown };

/**
 * Descriptions as text. The original makes HTML of them, which the policy of our pages (Trusted Types)
 * lets nobody write; ours have nothing but lines and code in them.
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

/** What stands between grave accents is code; what the library itself writes leaning stands straight. */
function toParts(React: React, line: string): unknown[] {
  return line
    .replace(/<\/?i>/g, '')
    .split('`')
    .map((part, at) => (at % 2 === 0 ? part : React.createElement('code', { key: at }, part)));
}
