import CheckIcon from '@mui/icons-material/Check';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState, type ReactNode } from 'react';
import { HintButton } from './hint-button.tsx';

type ChoiceMenuProps<Choice extends string> = {
  label: string;
  icon: ReactNode;
  choices: readonly { value: Choice; label: string; lang?: string }[];
  current: Choice;
  onChoose: (choice: Choice) => void;
};

/** A button with a menu, one entry of which is the case. */
export function ChoiceMenu<Choice extends string>({
  label,
  icon,
  choices,
  current,
  onChoose,
}: ChoiceMenuProps<Choice>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <HintButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {icon}
      </HintButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {choices.map((choice) => (
          <MenuItem
            key={choice.value}
            role="menuitemradio"
            aria-checked={choice.value === current}
            selected={choice.value === current}
            lang={choice.lang}
            onClick={() => {
              setAnchor(null);
              onChoose(choice.value);
            }}
          >
            <ListItemIcon>
              {choice.value === current ? <CheckIcon fontSize="small" /> : null}
            </ListItemIcon>
            <ListItemText disableTypography>{choice.label}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
