import {
  articleSx,
  drawTokens,
  plainDrawers,
  type TokenDrawers,
} from '../../../fields/screen/markdown-tokens.ui.tsx';
import { useMemo, type ReactNode } from 'react';
import { lexer } from 'marked';
import { Box, Typography, Link } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { Hint } from '../../kit/hint.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { useLanguage } from '../../messages/language.ts';
import { useTexts } from '../../messages/texts.ts';
import {
  docsPages,
  isDocsPage,
  toHelpPath,
  type DocsPage,
  toAnchor,
} from '../../shell/help/docs-pages.ts';

/** The files of the documentation, each in a chunk of its own. */
const files = import.meta.glob<string>('/docs/*.md', { query: '?raw', import: 'default' });

/** A page of the documentation, or the list of them. */
export function HelpPage() {
  const texts = useTexts('help');
  const { page } = useParams();
  const isEnglish = useLanguage() === 'en';
  const isKnown = page !== undefined && isDocsPage(page);
  return (
    <Box sx={{ maxWidth: 760, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <PageTitle title={isKnown ? docsPages[page] : texts.title} />
      {!isEnglish && <Hint>{texts.inEnglish}</Hint>}
      {page !== undefined && <TextLink to="/help">{texts.all}</TextLink>}
      {page === undefined && <Pages />}
      {page !== undefined && !isKnown && <Typography>{texts.missing}</Typography>}
      {isKnown && <Text key={page} page={page} />}
    </Box>
  );
}

function Text({ page }: { page: DocsPage }) {
  const texts = useTexts('help');
  const { data, error, isPending } = useQuery({
    queryKey: ['docs', page],
    queryFn: () => files[`/docs/${page}.md`]!(),
    staleTime: Infinity,
  });
  return (
    <>
      <QueryState error={error} isPending={isPending} loading={texts.title} />
      {data !== undefined && <Markdown text={data} diagram={texts.diagram} />}
    </>
  );
}

const names = Object.keys(docsPages) as DocsPage[];

/** Where the groups of the list begin. */
const groups = [
  ['work', 0, names.indexOf('your-installation')],
  ['setup', names.indexOf('your-installation'), names.indexOf('api')],
  ['code', names.indexOf('api'), names.length],
] as const;

function Pages() {
  const texts = useTexts('help');
  return groups.map(([group, from, to]) => (
    <section key={group}>
      <Typography variant="h6" component="h2">
        {texts.groups[group]}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }} lang="en">
        {names.slice(from, to).map((name) => (
          <li key={name}>
            <TextLink to={toHelpPath(name)} sx={{ display: 'inline-block', py: 0.5 }}>
              {docsPages[name]}
            </TextLink>
          </li>
        ))}
      </Box>
    </section>
  ));
}

const images = import.meta.glob<string>('/docs/images/*', {
  query: '?url',
  import: 'default',
  eager: true,
});

/**
 * Markdown as elements. It never becomes HTML: only the tokens listed here are drawn, and HTML
 * in the text is left out. The title of the page is in the top bar already.
 */
function Markdown({ text, diagram }: { text: string; diagram: string }) {
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
