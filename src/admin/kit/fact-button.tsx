import { Button } from '@mui/material';

type FactButtonProps = {
  text: string;
  /** What a screen reader says, which names the row. */
  label: string;
  /** It ends or removes something. */
  isDanger?: boolean;
  onClick: () => void;
};

/** A button that is a cell of a `FactsTable`. */
export function FactButton({ text, label, isDanger = false, onClick }: FactButtonProps) {
  return (
    <Button
      size="small"
      color={isDanger ? 'error' : 'inherit'}
      aria-label={label}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}
