import Box from '@mui/material/Box';
import { useI18n } from '../../../kit/use-i18n.ts';

type MenuSearchProps = {
  value: string;
  onChange: (value: string) => void;
  /** Opens the first entry found. */
  onEnter: () => void;
};

/** Filters a long menu by what the user types. */
export function MenuSearch({ value, onChange, onEnter }: MenuSearchProps) {
  const { texts } = useI18n();
  return (
    <Box
      component="input"
      type="search"
      value={value}
      aria-label={texts.layout.searchMenu}
      placeholder={texts.layout.searchMenu}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter();
        if (event.key === 'Escape') onChange('');
      }}
      sx={{
        width: '100%',
        height: 34,
        px: 1.25,
        mb: 0.75,
        font: 'inherit',
        fontSize: '0.875rem',
        color: 'var(--menu-text)',
        backgroundColor: 'var(--menu-hover)',
        border: '1px solid color-mix(in srgb, var(--menu-text) 35%, transparent)',
        borderRadius: '8px',
        '&::placeholder': { color: 'var(--menu-soft)', opacity: 1 },
        '&:focus-visible': { outline: '2px solid var(--menu-text)', outlineOffset: -1 },
      }}
    />
  );
}
