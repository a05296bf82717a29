import { Fragment, type ReactNode } from 'react';
import type { MarkedToken, Token } from 'marked';

type Kind = MarkedToken['type'];

/** Draws a token of one kind; `inner` draws the tokens in it. */
type TokenDrawer<Of extends Kind> = (
  token: Extract<MarkedToken, { type: Of }>,
  inner: (tokens?: readonly Token[]) => ReactNode,
) => ReactNode;

/** A drawer for each kind of token that is drawn. */
export type TokenDrawers = { readonly [Of in Kind]?: TokenDrawer<Of> };

/**
 * The tokens of a Markdown text as elements. They never become HTML: only kinds with a drawer are drawn, so that nothing
 * in a text can reach the page in another way.
 */
export function drawTokens(drawers: TokenDrawers, tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, at) => {
    const draw = drawers[token.type as Kind] as TokenDrawer<Kind> | undefined;
    return (
      <Fragment key={at}>
        {draw?.(token as MarkedToken, (inner) => drawTokens(drawers, inner))}
      </Fragment>
    );
  });
}

/** The kinds that are drawn alike everywhere; links, images, headings and HTML depend on the place. */
export const plainDrawers = {
  paragraph: ({ tokens }, inner) => <p>{inner(tokens)}</p>,
  blockquote: ({ tokens }, inner) => <blockquote>{inner(tokens)}</blockquote>,
  hr: () => <hr />,
  br: () => <br />,
  list: ({ ordered, start, items }, inner) => {
    const rows = items.map((item, at) => <li key={at}>{inner(item.tokens)}</li>);
    return ordered ? <ol start={start === '' ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>;
  },
  table: ({ header, rows }, inner) => (
    <table>
      <thead>
        <tr>
          {header.map((cell, at) => (
            <th key={at} scope="col">
              {inner(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, line) => (
          <tr key={line}>
            {row.map((cell, at) => (
              <td key={at}>{inner(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ),
  text: ({ text, tokens }, inner) => (tokens ? inner(tokens) : text),
  escape: ({ text }) => text,
  strong: ({ tokens }, inner) => <strong>{inner(tokens)}</strong>,
  em: ({ tokens }, inner) => <em>{inner(tokens)}</em>,
  del: ({ tokens }, inner) => <del>{inner(tokens)}</del>,
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  codespan: ({ text }) => <code>{text}</code>,
  code: ({ text }) => (
    <pre>
      <code>{text}</code>
    </pre>
  ),
} satisfies TokenDrawers;

/** The spacing and the frames of what a text contains. */
export const articleSx = {
  lineHeight: 1.6,
  overflowWrap: 'anywhere',
  // The top bar covers the place to which an address with an anchor scrolls.
  '& h2, & h3, & h4': { mt: 3, mb: 1, lineHeight: 1.3, scrollMarginTop: '80px' },
  '& h2': { fontSize: '1.25rem' },
  '& h3': { fontSize: '1.0625rem' },
  '& p': { my: 1.25 },
  '& ul, & ol': { my: 1.25, pl: 3 },
  '& li > p': { my: 0.5 },
  // Colour alone does not tell a link from the text around it.
  '& a': { textDecoration: 'underline' },
  '& img': { maxWidth: '100%', border: 1, borderColor: 'divider', borderRadius: '8px' },
  '& code': {
    px: 0.5,
    borderRadius: '4px',
    bgcolor: 'action.hover',
    fontSize: '0.8125rem',
  },
  '& pre': {
    p: 1.5,
    borderRadius: '8px',
    bgcolor: 'action.hover',
    fontSize: '0.8125rem',
    lineHeight: 1.5,
    whiteSpace: 'pre-wrap',
  },
  '& pre code': { p: 0, bgcolor: 'transparent' },
  '& table': { width: '100%', my: 1.5, borderCollapse: 'collapse', fontSize: '0.875rem' },
  '& th, & td': {
    p: 0.75,
    borderBottom: 1,
    borderColor: 'divider',
    textAlign: 'left',
    verticalAlign: 'top',
    // A word breaks only if it is longer than its column.
    overflowWrap: 'break-word',
  },
  '& summary': { cursor: 'pointer', color: 'text.secondary' },
};
