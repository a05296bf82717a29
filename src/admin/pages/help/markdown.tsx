import { Box, Link } from '@mui/material';
import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, useMemo, type ReactNode } from 'react';
import { TextLink } from '../../kit/text-link.tsx';
import { isDocsPage, toAnchor, toHelpPath } from '../../shell/help/docs-pages.ts';

const images = import.meta.glob<string>('/docs/images/*', {
  query: '?url',
  import: 'default',
  eager: true,
});

/**
 * Markdown as elements. It never becomes HTML: only the tokens listed here are drawn, and HTML
 * in the text is left out. The title of the page is in the top bar already.
 */
export function Markdown({ text, diagram }: { text: string; diagram: string }) {
  const tokens = useMemo(
    () => lexer(text).filter((token) => token.type !== 'heading' || token['depth'] !== 1),
    [text],
  );
  return (
    <Box component="article" lang="en" sx={articleSx}>
      {drawAll(tokens, diagram)}
    </Box>
  );
}

function drawAll(tokens: readonly Token[] | undefined, diagram: string): ReactNode {
  return tokens?.map((token, at) => <Fragment key={at}>{draw(token, diagram)}</Fragment>);
}

type Drawer = (
  token: any,
  inner: (tokens?: readonly Token[]) => ReactNode,
  diagram: string,
) => ReactNode;

/** Draws each kind of token; other kinds are left out. */
const drawers: Readonly<Record<string, Drawer>> = {
  heading: ({ depth, text, tokens }: Tokens.Heading, inner) => {
    const Heading = `h${Math.min(depth, 6)}` as 'h2';
    return <Heading id={toAnchor(text)}>{inner(tokens)}</Heading>;
  },
  paragraph: ({ tokens }: Tokens.Paragraph, inner) => <p>{inner(tokens)}</p>,
  blockquote: ({ tokens }: Tokens.Blockquote, inner) => <blockquote>{inner(tokens)}</blockquote>,
  hr: () => <hr />,
  br: () => <br />,
  code: ({ lang, text }: Tokens.Code, _, diagram) =>
    lang === 'mermaid' ? (
      <details>
        <summary>{diagram}</summary>
        <pre>{text}</pre>
      </details>
    ) : (
      <pre>
        <code>{text}</code>
      </pre>
    ),
  list: ({ ordered, start, items }: Tokens.List, inner) => {
    const rows = items.map((item, at) => <li key={at}>{inner(item.tokens)}</li>);
    return ordered ? <ol start={start === '' ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>;
  },
  table: ({ header, rows }: Tokens.Table, inner) => (
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
  text: ({ text, tokens }: Tokens.Text, inner) => (tokens ? inner(tokens) : text),
  escape: ({ text }: Tokens.Escape) => text,
  strong: ({ tokens }: Tokens.Strong, inner) => <strong>{inner(tokens)}</strong>,
  em: ({ tokens }: Tokens.Em, inner) => <em>{inner(tokens)}</em>,
  codespan: ({ text }: Tokens.Codespan) => <code>{text}</code>,
  link: ({ href, tokens }: Tokens.Link, inner) => drawLink(href, inner(tokens)),
  image: ({ href, text }: Tokens.Image) => <img src={images[`/docs/${href}`]} alt={text} />,
};

function draw(token: Token, diagram: string): ReactNode {
  return drawers[token.type]?.(token, (tokens) => drawAll(tokens, diagram), diagram);
}

/** A link to a page of the documentation or to the web; what only the source code has is plain text. */
function drawLink(href: string, text: ReactNode): ReactNode {
  if (/^https?:\/\//.test(href))
    return (
      <Link href={href} target="_blank" rel="noopener noreferrer">
        {text}
      </Link>
    );
  const [file = '', anchor] = href.split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (file === '') return <TextLink to={hash}>{text}</TextLink>;
  const name = file.replace(/\.md$/, '');
  return isDocsPage(name) ? <TextLink to={`${toHelpPath(name)}${hash}`}>{text}</TextLink> : text;
}

const articleSx = {
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
