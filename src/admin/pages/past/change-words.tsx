import { mayDo } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { RecordTitles } from '../../resource/record-titles.tsx';
import { useTexts } from '../../messages/texts.ts';

/** The name of a person, as far as the user may see it. */
export function Person({ id }: { id: string | null }) {
  const { system } = useTexts('changes');
  const { descriptor, role } = useConfig();
  const users = descriptor.resources.get('users');
  if (id === null) return system;
  if (users === undefined || !mayDo(descriptor, role, users, 'list')) return '';
  return <RecordTitles resource="users" ids={[id]} />;
}
