import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import { Alert, Box, Button, Tab, Tabs } from '@mui/material';
import type { ComponentType } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { asObject } from '../../../../descriptor/read/draft.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { PageTitle } from '../../../kit/page-title.tsx';
import { useTexts } from '../../../messages/texts.ts';
import type { CollectionPartProps } from './collection-part.ts';
import { FieldsTab } from './fields-tab.tsx';
import { FormTab } from './form-tab.tsx';
import { NamesOf } from './names-of.tsx';
import { PermissionsTab } from './permissions-tab.tsx';
import { RulesTab } from './rules-tab.tsx';
import { GeneralTab, ListTab } from './settings-tabs.tsx';
import { useLabelOf } from '../settings/use-label-of.ts';
import { WithDraft } from '../draft-provider.tsx';
import { useStructureDraft } from '../draft/use-structure-draft.ts';

const parts = {
  fields: FieldsTab,
  list: ListTab,
  form: FormTab,
  rules: RulesTab,
  permissions: PermissionsTab,
  general: GeneralTab,
} satisfies Record<string, ComponentType<CollectionPartProps>>;

type Part = keyof typeof parts;

/** One collection of the structure, to be changed. */
export function CollectionPage() {
  return (
    <WithDraft>
      <Collection />
    </WithDraft>
  );
}

function Collection() {
  const texts = useTexts('structure-fields');
  const { title } = useTexts('app').structure;
  const { collection = '' } = useParams();
  const { declared } = useStructureDraft();
  const labelOf = useLabelOf();
  const resources = asObject(declared?.['resources']);
  const isThere = Object.hasOwn(resources, collection);
  const label = labelOf(resources[collection], collection);
  return (
    <>
      <PageTitle title={title} of={isThere ? label : collection} />
      <Button
        component={Link}
        to={{ pathname: '/structure/overview', hash: collection }}
        startIcon={<ArrowBackIcon />}
        sx={{ mb: 1 }}
      >
        {texts.back}
      </Button>
      {!declared && (
        <Alert
          severity="warning"
          action={
            <Button component={Link} to="/structure/overview?tab=text" color="inherit" size="small">
              {texts.toText}
            </Button>
          }
        >
          {texts.broken}
        </Alert>
      )}
      {declared && !isThere && (
        <Alert severity="info">{fillTemplate(texts.gone, { name: collection })}</Alert>
      )}
      {declared && isThere && (
        <NamesOf {...{ declared, collection }}>
          <Parts key={collection} {...{ collection, declared }} />
        </NamesOf>
      )}
    </>
  );
}

function Parts(props: CollectionPartProps) {
  const texts = useTexts('structure-fields');
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(parts) as Part[];
  const part = names.find((name) => name === search.get('tab')) ?? 'fields';
  const Content = parts[part];
  return (
    <>
      <Tabs
        value={part}
        onChange={(_, next: Part) => setSearch(next === 'fields' ? {} : { tab: next })}
        aria-label={texts.tabs}
        variant="scrollable"
        sx={{ mb: 2, displayPrint: 'none' }}
      >
        {names.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`collection-${name}`}
            aria-controls={name === part ? 'collection-part' : undefined}
            label={texts.parts[name]}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id="collection-part" aria-labelledby={`collection-${part}`}>
        <Content {...props} />
      </Box>
    </>
  );
}
