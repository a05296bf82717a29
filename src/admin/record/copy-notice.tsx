import { Alert, AlertTitle } from '@mui/material';
import { useTranslate, type RaRecord } from 'react-admin';
import { displayTitle } from '../../descriptor/title.ts';
import type { Field, Text } from '../../fields/field.ts';
import { useText } from '../messages/use-text.ts';
import { useChildren } from './children/use-children.ts';
import { useResource } from '../kit/use-resource.ts';

/** What a copy has not got from its model, so that nobody has to find out. */
export function CopyNotice({ like, fields }: { like: RaRecord; fields: readonly Field[] }) {
  const { resource } = useResource();
  const say = useText();
  const translate = useTranslate();
  const lists = useChildren();
  const names = (labels: readonly Text[]) => labels.map((label) => say(label)).join(', ');
  const unique = fields.filter((field) => field.unique).map(({ label }) => label);
  const together = resource.unique.map((set) =>
    fields.filter(({ name }) => set.includes(name)).map(({ label }) => label),
  );
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      <AlertTitle>{translate('rows.copy_of', { title: displayTitle(resource, like) })}</AlertTitle>
      {unique.length > 0 && <div>{translate('rows.copy_left', { fields: names(unique) })}</div>}
      {together
        .filter((set) => set.length > 0)
        .map((set) => (
          <div key={names(set)}>{translate('rows.copy_together', { fields: names(set) })}</div>
        ))}
      {lists.length > 0 && (
        <div>{translate('rows.copy_lists', { lists: names(lists.map(({ label }) => label)) })}</div>
      )}
    </Alert>
  );
}
