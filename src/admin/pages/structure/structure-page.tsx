import { Box, Button, Tab, Tabs } from '@mui/material';
import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { mayConfigure } from '../../../descriptor/access.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { useConfig } from '../../client/config.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { AppTab } from './collection/app-tab.tsx';
import { RolesTab } from './collection/roles-tab.tsx';
import { DiagramTab } from './diagram-tab.tsx';
import { DictionaryTab } from './dictionary-tab.tsx';
import { PermissionsTab } from './permissions-tab.tsx';
import { IndexesTab } from './indexes-tab.tsx';
import { FileNote, PlanTab } from './plan-tab.tsx';
import { StatesTab } from './states-tab.tsx';
import { TextTab } from './text/text-tab.tsx';
import { useStructure } from './use-structure.ts';
import { useTexts } from '../../messages/texts.ts';

const parts = {
  dictionary: DictionaryTab,
  permissions: PermissionsTab,
  diagram: DiagramTab,
  states: StatesTab,
  plan: PlanTab,
  indexes: IndexesTab,
} satisfies Record<string, ComponentType<{ descriptor: Descriptor }>>;

/** The parts that change the draft. */
const drafts = { roles: RolesTab, app: AppTab, text: TextTab } satisfies Record<
  string,
  ComponentType
>;

type Part = keyof typeof parts | keyof typeof drafts;

/** The parts in their order. */
const order = [
  'dictionary',
  'permissions',
  'roles',
  'diagram',
  'states',
  'app',
  'text',
  'plan',
  'indexes',
] as const satisfies Part[];

/** The whole declaration, for those who write it: contents, permissions and relations. */
export function StructurePage() {
  const texts = useTexts('structure');
  const { title } = useTexts('app').structure;
  const [search, setSearch] = useSearchParams();
  const { descriptor, role } = useConfig();
  const shown = order.filter((name) => !(name in drafts) || mayConfigure(descriptor, role));
  const part = shown.find((name) => name === search.get('tab')) ?? 'dictionary';
  return (
    <>
      <PageTitle title={texts.tabs[part]} of={title} />
      {part !== 'plan' && <UnappliedNote onShow={() => setSearch({ tab: 'plan' })} />}
      <Tabs
        value={part}
        onChange={(_, next: Part) => setSearch(next === 'dictionary' ? {} : { tab: next })}
        aria-label={texts.parts}
        variant="scrollable"
        sx={{ mb: 2, displayPrint: 'none' }}
      >
        {shown.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`structure-${name}`}
            aria-controls={name === part ? 'structure-part' : undefined}
            label={texts.tabs[name]}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id="structure-part" aria-labelledby={`structure-${part}`}>
        <PartContent part={part} />
      </Box>
    </>
  );
}

/** Says that the saved file differs from what the server uses. */
function UnappliedNote({ onShow }: { onShow: () => void }) {
  const { show } = useTexts('structure').plan;
  const file = useStructure().data?.file;
  if (file?.state !== 'differs' && file?.state !== 'broken') return null;
  return (
    <Box sx={{ mb: 2, displayPrint: 'none' }}>
      <FileNote file={file}>
        {file.state === 'differs' && (
          <Button color="inherit" size="small" onClick={onShow}>
            {show}
          </Button>
        )}
      </FileNote>
    </Box>
  );
}

function PartContent({ part }: { part: Part }) {
  if (part !== 'roles' && part !== 'app' && part !== 'text') return <Declared part={part} />;
  const Draft = drafts[part];
  return <Draft />;
}

/** A view of what is declared. */
function Declared({ part }: { part: keyof typeof parts }) {
  const { loading } = useTexts('structure');
  const { data, error, isPending } = useStructure();
  const Content = parts[part];
  return (
    <>
      <QueryState error={error} isPending={isPending} loading={loading} />
      {data && <Content descriptor={data.descriptor} />}
    </>
  );
}
