import Box from '@mui/material/Box';
import { alpha } from '@mui/material/styles';
import { useI18n } from '../../kit/use-i18n.ts';
import type { SidebarColours } from '../theme/sidebar-colours.ts';

type MenuSearchProps = {
  colours: SidebarColours;
  value: string;
  onChange: (value: string) => void;
  /** Opens the first entry found. */
  onEnter: () => void;
};

/** Filters a long menu by what the user types. */
export function MenuSearch({ colours, value, onChange, onEnter }: MenuSearchProps) {
  const { translate } = useI18n();
  return (
    <Box
      component="input"
      type="search"
      value={value}
      aria-label={translate('layout.searchMenu')}
      placeholder={translate('layout.searchMenu')}
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
        color: colours.text,
        backgroundColor: colours.hover,
        border: `1px solid ${alpha(colours.text, 0.35)}`,
        borderRadius: '8px',
        '&::placeholder': { color: colours.soft, opacity: 1 },
        '&:focus-visible': { outline: `2px solid ${alpha(colours.text, 0.9)}`, outlineOffset: -1 },
      }}
    />
  );
}
