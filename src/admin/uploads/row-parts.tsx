import { IconButton, type IconButtonProps } from '@mui/material';

type RowButtonProps = Pick<IconButtonProps, 'title' | 'onClick' | 'children'> & {
  label: string;
  /** Of a button that is a link. */
  href?: string;
};

/** A button of a file in an input: an icon, with its name in the tip unless it has another one. */
export function RowButton({ label, title = label, href, ...props }: RowButtonProps) {
  const link = href === undefined ? {} : { component: 'a', href };
  return <IconButton {...props} {...link} size="small" aria-label={label} title={title} />;
}

/** A file in an input, whether it is there already or on its way. */
export const rowSx = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  minHeight: 52,
  px: 1,
  py: 0.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const;
