import { Box, Link } from '@mui/material';
import { lexer, type Token } from 'marked';
import { useMemo, type ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import {
  articleSx,
  drawTokens,
  plainDrawers,
  type TokenDrawers,
} from '../../screen/markdown-tokens.ui.tsx';
import { isLinkable } from '../url/url.ts';

/** Longer or deeper texts are shown as they were typed: reading them would stop the page. */
const MAX_RENDERED_LENGTH = 100_000;
const MAX_NESTING = 30;

/**
 * A Markdown text of a record. People whom the reader need not trust wrote it: HTML in it is shown as text, pictures are
 * links, so that no other server learns who reads, and links lead only to the web, to mail and to pages of the app.
 */
export function MarkdownView({ text }: { text: string }) {
  const tokens = useMemo(() => read(text), [text]);
  return (
    <Box dir="auto" sx={viewSx}>
      {tokens ? drawTokens(drawers, tokens) : <Box sx={{ whiteSpace: 'pre-wrap' }}>{text}</Box>}
    </Box>
  );
}

function read(text: string): readonly Token[] | undefined {
  if (text.length > MAX_RENDERED_LENGTH || isDeep(text)) return undefined;
  return lexer(text, { gfm: true, breaks: true });
}

/** Quotes and lists in each other begin with one mark or some blanks for each level. */
function isDeep(text: string): boolean {
  return text
    .split('\n')
    .some((line) => (/^[\s>*+-]*/.exec(line)?.[0].length ?? 0) > 2 * MAX_NESTING);
}

const drawers: TokenDrawers = {
  ...plainDrawers,
  // The title of the record and of its section stand above it.
  heading: ({ depth, tokens }, inner) => {
    const Heading = `h${Math.min(depth + 2, 6)}` as 'h3';
    return <Heading>{inner(tokens)}</Heading>;
  },
  html: ({ text }) => text,
  link: ({ href, tokens }, inner) => drawLink(href, inner(tokens)),
  image: ({ href, text }) => drawLink(href, text || href),
};

/** A path that begins with two slashes, or with one and a backslash, leads to another server. */
function drawLink(href: string, text: ReactNode): ReactNode {
  if (/^\/(?![/\\])/.test(href)) return <RouterLink to={href}>{text}</RouterLink>;
  if (!isLinkable(href)) return text;
  const isMail = /^mailto:/i.test(href);
  return (
    <Link href={href} rel="noopener noreferrer nofollow" {...(!isMail && { target: '_blank' })}>
      {text}
    </Link>
  );
}

const viewSx = {
  ...articleSx,
  '& > :first-of-type': { mt: 0 },
  '& > :last-child': { mb: 0 },
  '& h3, & h4, & h5, & h6': { mt: 2, mb: 0.5, fontSize: '1rem', lineHeight: 1.3 },
  '& h3': { fontSize: '1.125rem' },
  '& blockquote': { my: 1, mx: 0, pl: 1.5, borderLeft: 3, borderColor: 'divider' },
  '& table': { ...articleSx['& table'], display: 'block', overflowX: 'auto' },
};
