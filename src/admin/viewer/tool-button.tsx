import { IconButton, type IconButtonProps } from '@mui/material';
import { keysText } from '../kit/keys/key-names.ts';

type ToolButtonProps = Pick<IconButtonProps, 'onClick' | 'disabled' | 'children'> & {
  /** Of a button that is a link. */
  href?: string | undefined;
  label: string;
  /** The key that does the same, for its tip. */
  keys?: string;
  /** Of a button that stays pressed. */
  isOn?: boolean;
  /** There is no room for it on a phone, where something else does the same. */
  isWideOnly?: boolean;
};

/** A button of the viewer: an icon, with its name and its key in the tip. */
export function ToolButton({ label, keys, isOn, isWideOnly, href, ...props }: ToolButtonProps) {
  // The sign + also joins keys.
  const key = keys !== undefined && (keys.length === 1 ? keys : keysText(keys));
  return (
    <IconButton
      {...props}
      {...(href !== undefined && { href })}
      aria-label={label}
      title={key ? `${label} (${key})` : label}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      color={isOn ? 'primary' : 'inherit'}
      {...(isWideOnly && { sx: { display: { xs: 'none', sm: 'inline-flex' } } })}
    />
  );
}
