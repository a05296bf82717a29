import type { Way } from '../../../contract/past.ts';
import { mayDo } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { RecordTitles } from '../../kit/record-titles.tsx';
import type { ChangesTexts } from '../../messages/en/changes.ts';
import { useTexts } from '../../messages/texts.ts';

/** How a change was made, in words; nothing for changes from before this was recorded. */
export function wayText({ ways }: ChangesTexts, way: Way | null): string {
  return way === null ? '' : ways[way];
}

/** The name of a person, as far as the user may see it. */
export function Person({ id }: { id: string | null }) {
  const { system } = useTexts('changes');
  const { descriptor, role } = useConfig();
  const users = descriptor.resources.get('users');
  if (id === null) return system;
  if (users === undefined || !mayDo(descriptor, role, users, 'list')) return '';
  return <RecordTitles resource="users" ids={[id]} />;
}
