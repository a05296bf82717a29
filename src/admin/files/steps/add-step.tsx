import AddIcon from '@mui/icons-material/Add';
import { Button, ListItemText, Menu, MenuItem } from '@mui/material';
import { useId, useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { stepKinds, type Step } from '../../../files/steps/step.ts';
import { useTexts } from '../../messages/texts.ts';

type AddStepProps = { column: string; onAdd: (kind: Step['do']) => void };

/** A menu of the kinds of steps, each with what it is for. */
export function AddStep({ column, onAdd }: AddStepProps) {
  const texts = useTexts('import-steps');
  const button = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [chosen, setChosen] = useState<Step['do']>();
  return (
    <>
      <Button
        id={button}
        variant="outlined"
        size="small"
        startIcon={<AddIcon />}
        aria-label={fillTemplate(texts.addOf, { column })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        sx={{ justifySelf: 'start', backgroundColor: 'background.paper' }}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {texts.add}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{
          list: { 'aria-labelledby': button, dense: true },
          // Only then is the focus free for the inputs of the new step.
          transition: {
            onExited: () => {
              if (chosen) onAdd(chosen);
              setChosen(undefined);
            },
          },
        }}
      >
        {stepKinds.map((kind) => {
          const [name, what] = texts.kinds[kind];
          return (
            <MenuItem
              key={kind}
              onClick={() => {
                setChosen(kind);
                setAnchor(null);
              }}
              sx={{ whiteSpace: 'normal', maxWidth: 420 }}
            >
              <ListItemText primary={name} secondary={what} />
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
