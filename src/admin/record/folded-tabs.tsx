import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Button, Menu, MenuItem } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { namedBy } from '../shell/layout/named-by.ts';

type FoldedTabsProps = {
  tabs: readonly { index: number; label: string }[];
  onChoose: (index: number) => void;
};

/** Lists with nothing in them: they need not stand beside the others, but one may want to begin one. */
export function FoldedTabs({ tabs, onChoose }: FoldedTabsProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        endIcon={<ExpandMoreIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ flexShrink: 0, mr: 1, color: 'text.secondary' }}
      >
        {translate('children.empty', { smart_count: tabs.length })}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: namedBy(anchor) }}
      >
        {tabs.map(({ index, label }) => (
          <MenuItem
            key={index}
            dense
            onClick={() => {
              setAnchor(null);
              onChoose(index);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
