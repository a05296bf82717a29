import ValuesIcon from '@mui/icons-material/ChecklistOutlined';
import { useMediaQuery } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useAsOf } from '../../kit/as-of.ts';
import { ToolButton } from '../../shell/layout/tool-button.tsx';
import { FacetsSheet } from '../lazy-parts.ts';

type ValuesButtonProps = { isOpen: boolean; onToggle: () => void };

/** Shows the counts of values beside the list; in a narrow window they open as a sheet. */
export function ValuesButton({ isOpen, onToggle }: ValuesButtonProps) {
  const translate = useTranslate();
  const isPast = useAsOf() !== undefined;
  const words = translate('grid.facets');
  const [isSheetOpen, setSheetOpen] = useState(false);
  const hasRoom = useMediaQuery(({ breakpoints }) => breakpoints.up('md'));
  return (
    <>
      <ToolButton
        icon={<ValuesIcon />}
        words={words}
        isOn={hasRoom && isOpen}
        disabled={isPast}
        {...(isPast && { title: translate('list.as_of_off', { what: words }) })}
        {...(hasRoom ? { 'aria-pressed': isOpen } : { 'aria-haspopup': 'dialog' })}
        onClick={() => (hasRoom ? onToggle() : setSheetOpen(true))}
      />
      {isSheetOpen && <FacetsSheet onClose={() => setSheetOpen(false)} />}
    </>
  );
}
