import { useConfig } from '../../client/config.tsx';
import { toRecordPath } from '../../kit/screen-paths.ts';
import { TextLink } from '../../kit/text-link.tsx';
import { useTexts } from '../../messages/texts.ts';

/** A link to a user by name, as far as the name is known. */
export function UserLink({ id, name }: { id: string; name: string | null }) {
  const { audit } = useTexts('people');
  const users = useConfig().descriptor.resources.get('users');
  if (name === null || users === undefined) return <span title={id}>{name ?? audit.gone}</span>;
  return <TextLink to={toRecordPath(users, id)}>{name}</TextLink>;
}
