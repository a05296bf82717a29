import { useConfig } from '../../client/config.tsx';
import { Choice } from '../../kit/choice.tsx';
import { useText } from '../../messages/use-text.ts';

type RoleChoiceProps = {
  label: string;
  isLabelHidden?: boolean;
  value: string;
  onChange: (role: string) => void;
};

/** The roles a user can be given. */
export function RoleChoice(props: RoleChoiceProps) {
  const say = useText();
  const roles = [...useConfig().descriptor.roles.values()];
  return <Choice {...props} options={roles.map(({ name, label }) => [name, say(label)])} />;
}
