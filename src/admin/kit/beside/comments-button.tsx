import CommentsIcon from '@mui/icons-material/ChatBubbleOutline';
import { Button, type ButtonProps } from '@mui/material';

/** Opens comments; `text` says how many there are. */
export function CommentsButton({ text, ...button }: { text: string } & ButtonProps) {
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<CommentsIcon />}
      {...button}
      sx={{ display: 'flex', ml: -0.625, whiteSpace: 'nowrap' }}
    >
      {text}
    </Button>
  );
}
