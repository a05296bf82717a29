import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { Hint } from '../../kit/hint.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { TextLink } from '../../kit/text-link.tsx';
import { useLanguage } from '../../messages/language.ts';
import { useTexts } from '../../messages/texts.ts';
import { docsPages, isDocsPage, toHelpPath, type DocsPage } from '../../shell/help/docs-pages.ts';
import { Markdown } from './markdown.tsx';

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
