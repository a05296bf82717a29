import { useConfig } from '../../client/config.tsx';
import { NativeSelect } from '../../kit/native-select.tsx';
import { useText } from '../../messages/use-text.ts';
import type { ComponentProps } from 'react';

/** A choice of the roles a user can have. */
export function RoleChoice(props: Omit<ComponentProps<typeof NativeSelect<string>>, 'options'>) {
  const say = useText();
  const roles = [...useConfig().descriptor.roles.values()];
  return <NativeSelect {...props} options={roles.map(({ name, label }) => [name, say(label)])} />;
}
