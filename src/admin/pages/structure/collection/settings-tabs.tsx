import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import { setAt } from '../../../../descriptor/edits/edit.ts';
import { resourceSettings } from '../../../../descriptor/settings/resource-settings.ts';
import { useConfig } from '../../../client/config.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { SettingsAt } from '../settings/settings-at.tsx';
import type { CollectionPartProps } from './collection-part.ts';
import { hasColumns } from './field-edits.ts';

/** The settings of a collection that say what records must be like, and what people can do with them. */
export const ruleSettings = new Set(['checks', 'noOverlap', 'unique', 'indexes', 'actions']);

/** The settings of a collection that have a tab of their own; the others are on the General tab. */
const elsewhere = new Set([
  ...ruleSettings,
  'was',
  'fields',
  'list',
  'views',
  'form',
  'children',
  'permissions',
]);

/** The tab on which people find a setting of a collection. */
export function tabOf(setting: string): string {
  if (ruleSettings.has(setting)) return 'rules';
  if (setting === 'views') return 'list';
  if (setting === 'children') return 'form';
  return elsewhere.has(setting) ? setting : 'general';
}

/** How the list of a collection begins, and its views. */
export function ListTab(props: CollectionPartProps) {
  const { collection } = props;
  return (
    <Column>
      <DefaultColumns {...props} />
      <SettingsAt path={['resources', collection, 'list']} schema={resourceSettings.shape.list} />
      <SettingsOf collection={collection} shows={(name) => name === 'views'} />
    </Column>
  );
}

/** Begins with the columns that people see while none are declared. */
function DefaultColumns({ collection, declared }: CollectionPartProps) {
  const { defaultColumns } = useTexts('structure-fields');
  const { edit } = useStructureDraft();
  const { descriptor } = useConfig();
  const columns = descriptor.resources.get(collection)?.list.columns;
  if (!columns || hasColumns(declared, collection)) return null;
  const path = ['resources', collection, 'list', 'columns'];
  return (
    <Button
      onClick={() => edit((files) => setAt(files, path, columns))}
      sx={{ justifySelf: 'start' }}
    >
      {defaultColumns}
    </Button>
  );
}

/** What a collection is called, where its menu entry is, and what else has no tab of its own. */
export function GeneralTab({ collection }: CollectionPartProps) {
  return (
    <Column>
      <SettingsOf collection={collection} shows={(name) => !elsewhere.has(name)} />
    </Column>
  );
}

type SettingsOfProps = { collection: string; shows: (name: string) => boolean };

export function SettingsOf({ collection, shows }: SettingsOfProps) {
  return <SettingsAt path={['resources', collection]} schema={resourceSettings} shows={shows} />;
}

/** Settings below each other, no wider than a person reads. */
export function Column({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 44rem)', gap: 2.5 }}>
      {children}
    </Box>
  );
}
