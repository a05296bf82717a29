import WatchedIcon from '@mui/icons-material/NotificationsActive';
import WatchIcon from '@mui/icons-material/NotificationAddOutlined';
import { Button, type ButtonProps } from '@mui/material';
import { useTexts } from '../messages/texts.ts';

type WatchToggleProps = Pick<ButtonProps, 'size' | 'title'> & {
  isWatched: boolean;
  onToggle: () => void;
};

/** Begins and ends a watch, and shows in words whether there is one. */
export function WatchToggle({ isWatched, onToggle, ...props }: WatchToggleProps) {
  const { form } = useTexts('app');
  return (
    <Button
      {...props}
      color={isWatched ? 'primary' : 'inherit'}
      startIcon={isWatched ? <WatchedIcon /> : <WatchIcon />}
      aria-pressed={isWatched}
      onClick={onToggle}
    >
      {isWatched ? form.watching : form.watch}
    </Button>
  );
}
