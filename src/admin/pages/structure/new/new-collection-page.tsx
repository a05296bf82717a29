import { Box, Tab, Tabs } from '@mui/material';
import type { ComponentType, ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { PageTitle } from '../../../kit/page-title.tsx';
import { TextLink } from '../../../kit/text-link.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { NamesOf } from '../collection/names-of.tsx';
import { WithDraft } from '../draft-provider.tsx';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { FromCopy } from './from-copy.tsx';
import { FromExample } from './from-example.tsx';
import { FromFile } from './from-file.tsx';
import { FromNothing } from './from-nothing.tsx';

const ways = {
  nothing: FromNothing,
  file: FromFile,
  copy: FromCopy,
  example: FromExample,
} satisfies Record<string, ComponentType>;

type Way = keyof typeof ways;

const names = Object.keys(ways) as Way[];

/** A new collection, for those who may change the descriptor. It becomes a change of their draft. */
export function NewCollectionPage() {
  const texts = useTexts('structure-new');
  const [search, setSearch] = useSearchParams();
  // The link to this page begins anew, also on the page.
  const { key } = useLocation();
  const way = names.find((name) => name === search.get('from')) ?? 'nothing';
  const Content = ways[way];
  return (
    <>
      <PageTitle title={texts.page} />
      <TextLink to="/structure/overview">{texts.back}</TextLink>
      <Tabs
        value={way}
        onChange={(_, next: Way) => setSearch(next === 'nothing' ? {} : { from: next })}
        aria-label={texts.ways}
        variant="scrollable"
        sx={{ mb: 2 }}
      >
        {names.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`new-${name}`}
            aria-controls={name === way ? 'new-part' : undefined}
            label={texts.from[name]}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id="new-part" aria-labelledby={`new-${way}`}>
        <WithDraft>
          <WithNames>
            <Content key={key} />
          </WithNames>
        </WithDraft>
      </Box>
    </>
  );
}

/** Offers the inputs of settings what the draft declares. */
function WithNames({ children }: { children: ReactNode }) {
  const { declared = {} } = useStructureDraft();
  return <NamesOf declared={declared}>{children}</NamesOf>;
}
