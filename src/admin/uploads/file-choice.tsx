import PhotoIcon from '@mui/icons-material/PhotoCamera';
import UploadFileIcon from '@mui/icons-material/UploadFile';
import { Box, Button, useMediaQuery } from '@mui/material';
import { useRef } from 'react';
import type { FileSettings } from '../../fields/files/file-settings.ts';
import { Hint } from '../kit/hint.tsx';
import { useTexts } from '../messages/texts.ts';
import { acceptAttribute, acceptsPictures } from './accepted.ts';

type FileChoiceProps = {
  settings: FileSettings;
  isMany: boolean;
  /** The field has its one file already. */
  isReplacing: boolean;
  /** Somebody drags files over the input. */
  isOver: boolean;
  describedBy: string;
  isInvalid: boolean;
  onChoose: (files: readonly File[]) => void;
};

/** The place to drop files on, with buttons that open the browser's dialog and, on phones, the camera. */
export function FileChoice(props: FileChoiceProps) {
  const { settings, isMany, isReplacing, isOver, describedBy, isInvalid, onChoose } = props;
  const texts = useTexts('uploads');
  const isTouch = useMediaQuery('(pointer: coarse)');
  const choose = isMany ? texts.chooseMany : texts.choose;
  const border = isInvalid ? 'error.main' : 'divider';
  return (
    <Box
      sx={{
        ...zoneSx,
        borderColor: isOver ? 'primary.main' : border,
        bgcolor: isOver ? 'action.hover' : undefined,
      }}
    >
      <Chooser
        label={isReplacing ? texts.replace : choose}
        icon={<UploadFileIcon />}
        input={{ accept: acceptAttribute(settings), multiple: isMany }}
        button={{ 'aria-describedby': describedBy, 'aria-invalid': isInvalid, 'data-choose': true }}
        onChoose={onChoose}
      />
      {isTouch && acceptsPictures(settings) && (
        <Chooser
          label={texts.photo}
          icon={<PhotoIcon />}
          input={{ accept: 'image/*', capture: 'environment' }}
          onChoose={onChoose}
        />
      )}
      {!isTouch && <Hint>{isMany ? texts.dropMany : texts.drop}</Hint>}
    </Box>
  );
}

type ChooserProps = {
  label: string;
  icon?: React.ReactNode;
  input: React.InputHTMLAttributes<HTMLInputElement>;
  button?: object;
  onChoose: (files: readonly File[]) => void;
};

/** A button that opens the browser's dialog for files. */
export function Chooser({ label, icon, input, button, onChoose }: ChooserProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        startIcon={icon}
        {...button}
        onClick={() => chooser.current?.click()}
      >
        {label}
      </Button>
      <input
        {...input}
        ref={chooser}
        type="file"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          // Choosing the same file again, after correcting it, must be a change too.
          target.value = '';
          if (chosen.length > 0) onChoose(chosen);
        }}
      />
    </>
  );
}

const zoneSx = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  p: 1,
  border: 1,
  borderStyle: 'dashed',
  borderRadius: 1,
};
