import { DialogContentText, Menu } from '@mui/material';
import { useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { showDate, toLocal } from '../../../fields/text/date-format.ts';
import { addDays } from '../../../fields/text/time-zone.ts';
import { DayInput } from '../../kit/day-input.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { MenuAction } from '../../list/menu-action.tsx';
import { useTexts } from '../../messages/texts.ts';
import { labelledBy } from '../../shell/layout/labelled-by.ts';

type SnoozeMenuProps = {
  anchor: HTMLElement;
  onClose: () => void;
  onChoose: (until: string) => void;
};

/** Until when an entry is hidden. */
export function SnoozeMenu({ anchor, onClose, onChoose }: SnoozeMenuProps) {
  const texts = useTexts('inbox');
  const [asksDay, setAsksDay] = useState(false);
  const { today, tomorrow, monday } = comingDays();
  if (asksDay) return <DayDialog after={today} onClose={onClose} onChoose={onChoose} />;
  const item = (label: string, day: string) => (
    <MenuAction onClose={onClose} onChoose={() => onChoose(day)}>
      {fillTemplate(label, { day: showDate(day) })}
    </MenuAction>
  );
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: labelledBy(anchor) }}>
      {item(texts.tomorrow, tomorrow)}
      {item(texts.monday, monday)}
      <MenuAction onClose={() => undefined} onChoose={() => setAsksDay(true)}>
        {texts.otherDay}
      </MenuAction>
    </Menu>
  );
}

type DayDialogProps = Omit<SnoozeMenuProps, 'anchor'> & { after: string };

function DayDialog({ after, onClose, onChoose }: DayDialogProps) {
  const texts = useTexts('inbox');
  const app = useTexts('app');
  const [day, setDay] = useState('');
  return (
    <DialogFrame
      title={texts.snooze}
      maxWidth="xs"
      isForm
      cancel={app.list.cancel}
      action={texts.hide}
      isDisabled={day <= after}
      onAction={() => {
        onClose();
        onChoose(day);
      }}
      onClose={onClose}
    >
      <DialogContentText sx={{ mb: 2 }}>{texts.dayHint}</DialogContentText>
      <DayInput label={texts.day} value={day} onChange={setDay} />
    </DialogFrame>
  );
}

/** Days in the time zone of the installation. */
function comingDays() {
  const today = toLocal(new Date().toISOString())?.slice(0, 10) ?? '';
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return { today, tomorrow: addDays(today, 1), monday: addDays(today, ((7 - weekday) % 7) + 1) };
}
