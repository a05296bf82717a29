import { Box, Link } from '@mui/material';
import { lexer } from 'marked';
import { useMemo, type ReactNode } from 'react';
import {
  articleSx,
  drawTokens,
  plainDrawers,
  type TokenDrawers,
} from '../../../fields/screen/markdown-tokens.ui.tsx';
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
      {drawTokens(toDrawers(diagram), tokens)}
    </Box>
  );
}

const toDrawers = (diagram: string): TokenDrawers => ({
  ...plainDrawers,
  heading: ({ depth, text, tokens }, inner) => {
    const Heading = `h${Math.min(depth, 6)}` as 'h2';
    return <Heading id={toAnchor(text)}>{inner(tokens)}</Heading>;
  },
  code: (token) =>
    token.lang === 'mermaid' ? (
      <details>
        <summary>{diagram}</summary>
        <pre>{token.text}</pre>
      </details>
    ) : (
      plainDrawers.code(token)
    ),
  link: ({ href, tokens }, inner) => drawLink(href, inner(tokens)),
  image: ({ href, text }) => <img src={images[`/docs/${href}`]} alt={text} />,
});

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
