import TextField from '@mui/material/TextField';
import { useConfig } from '../../client/config.tsx';
import { useText } from '../../messages/use-text.ts';

type RoleChoiceProps = {
  label: string;
  value: string;
  onChange: (role: string) => void;
  isHidden?: boolean;
};

/** The roles a user can be given, by the browser's own list. */
export function RoleChoice({ label, value, onChange, isHidden = false }: RoleChoiceProps) {
  const say = useText();
  const roles = [...useConfig().descriptor.roles.values()];
  return (
    <TextField
      select
      label={isHidden ? undefined : label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        select: { native: true },
        htmlInput: isHidden ? { 'aria-label': label } : {},
        inputLabel: { shrink: true },
      }}
      sx={{ m: 0, minWidth: 130, width: 'auto' }}
    >
      {roles.map((role) => (
        <option key={role.name} value={role.name}>
          {say(role.label)}
        </option>
      ))}
    </TextField>
  );
}
