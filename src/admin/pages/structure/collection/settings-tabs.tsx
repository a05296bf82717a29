import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { resourceSettings } from '../../../../descriptor/settings/resource-settings.ts';
import { SettingsAt } from '../settings/settings-at.tsx';
import type { CollectionPartProps } from './collection-part.ts';

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

/** How the list of a collection begins, and its views. */
export function ListTab({ collection }: CollectionPartProps) {
  return (
    <Column>
      <SettingsAt path={['resources', collection, 'list']} schema={resourceSettings.shape.list} />
      <SettingsOf collection={collection} shows={(name) => name === 'views'} />
    </Column>
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
