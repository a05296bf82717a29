import PinnedIcon from '@mui/icons-material/PushPin';
import PinIcon from '@mui/icons-material/PushPinOutlined';
import Button from '@mui/material/Button';
import type { RaRecord } from 'react-admin';
import { toKept, usePins } from '../resource/kept-records.ts';
import { useI18n } from '../kit/use-i18n.ts';
import { useResource } from '../kit/use-resource.ts';

/** Puts the record into the menu, or takes it out. */
export function PinButton({ record }: { record: RaRecord }) {
  const { resource, may } = useResource();
  const { translate } = useI18n();
  const { pins, toggle } = usePins();
  if (!may('list')) return null;
  const kept = toKept(resource, record);
  const isPinned = pins.some(({ id }) => id === kept.id);
  return (
    <Button
      color="inherit"
      startIcon={isPinned ? <PinnedIcon /> : <PinIcon />}
      aria-pressed={isPinned}
      title={translate(isPinned ? 'layout.unpin' : 'layout.pin', { title: kept.label })}
      onClick={() => toggle(kept)}
    >
      {translate('form.pin')}
    </Button>
  );
}
