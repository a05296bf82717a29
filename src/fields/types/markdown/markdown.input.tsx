import BoldIcon from '@mui/icons-material/FormatBold';
import ItalicIcon from '@mui/icons-material/FormatItalic';
import BulletsIcon from '@mui/icons-material/FormatListBulleted';
import LinkIcon from '@mui/icons-material/Link';
import VisibilityIcon from '@mui/icons-material/Visibility';
import { Box, Button, IconButton, TextField, Typography } from '@mui/material';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import type { FieldInputs, InputProps } from '../../type/field-ui.ts';
import { ContainsFilter } from '../../screen/line-input.ui.tsx';
import { useTextField } from '../../screen/notation-input.ui.tsx';
import { applyMark, type Mark } from './apply-mark.ts';
import { LazyView } from './lazy-view.ui.tsx';
import { useFieldTexts } from '../../screen/texts.ui.ts';
import { fillTemplate } from '../../problems/fill-template.ts';

export const markdownInputs: FieldInputs = { Input: MarkdownField, Filter: ContainsFilter };

const tools = [
  ['bold', BoldIcon, 'b'],
  ['italic', ItalicIcon, 'i'],
  ['link', LinkIcon, undefined],
  ['list', BulletsIcon, undefined],
] as const satisfies readonly (readonly [Mark, unknown, string | undefined])[];

/** A text area with buttons that set marks around the selection, and a preview in its place. */
function MarkdownField(props: InputProps) {
  const { value, setValue, textFieldProps } = useTextField(props);
  const { inputRef, ...rest } = textFieldProps;
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPreview, setPreview] = useState(false);
  const preview = useId();
  const text = String(value ?? '');

  const mark = (by: Mark): void => {
    const input = area.current;
    if (!input) return;
    const { selectionStart, selectionEnd } = input;
    const marked = applyMark(by, { text: input.value, from: selectionStart, to: selectionEnd });
    // In the input first, so that the selection is not lost when the form draws it.
    input.value = marked.text;
    input.focus();
    input.setSelectionRange(marked.from, marked.to);
    setValue(marked.text);
  };
  const press = (event: KeyboardEvent): void => {
    const isAlone = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const tool = tools.find(([, , key]) => isAlone && key === event.key.toLowerCase());
    if (!tool) return;
    event.preventDefault();
    mark(tool[0]);
  };
  const { label } = props;
  return (
    <Box sx={{ width: '100%' }}>
      <Toolbar {...{ label, preview, isPreview }} onMark={mark} onPreview={setPreview} />
      <Box id={preview}>{isPreview && <Preview label={label} text={text} />}</Box>
      <TextField
        {...rest}
        value={text}
        inputRef={(input: HTMLTextAreaElement | null) => {
          area.current = input;
          inputRef(input);
        }}
        onChange={(event) => setValue(event.target.value === '' ? null : event.target.value)}
        onKeyDown={press}
        multiline
        minRows={3}
        maxRows={20}
        size="small"
        fullWidth
        // Stays in the form, so that its text and its problems do too.
        sx={isPreview ? { display: 'none' } : {}}
      />
    </Box>
  );
}

type ToolbarProps = {
  label: string;
  onMark: (by: Mark) => void;
  /** The id of the preview. */
  preview: string;
  isPreview: boolean;
  onPreview: (isPreview: boolean) => void;
};

function Toolbar({ label, onMark, preview, isPreview, onPreview }: ToolbarProps) {
  const texts = useFieldTexts().markdown;
  return (
    <Box
      role="toolbar"
      aria-label={fillTemplate(texts.tools, { label })}
      sx={{ display: 'flex', alignItems: 'center', displayPrint: 'none' }}
    >
      {tools.map(([name, Icon, key]) => (
        <IconButton
          key={name}
          size="small"
          disabled={isPreview}
          aria-label={texts[name]}
          title={texts[name]}
          {...(key && { 'aria-keyshortcuts': `Control+${key.toUpperCase()}` })}
          onClick={() => onMark(name)}
        >
          <Icon fontSize="small" />
        </IconButton>
      ))}
      <Button
        size="small"
        sx={{ ml: 'auto' }}
        startIcon={<VisibilityIcon />}
        aria-pressed={isPreview}
        aria-controls={preview}
        onClick={() => onPreview(!isPreview)}
      >
        {texts.preview}
      </Button>
    </Box>
  );
}

function Preview({ label, text }: { label: string; text: string }) {
  const texts = useFieldTexts().markdown;
  return (
    <Box
      role="region"
      tabIndex={0}
      aria-label={fillTemplate(texts.previewOf, { label })}
      sx={{ minHeight: 88, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Typography aria-hidden variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      {text.trim() === '' ? texts.nothing : <LazyView text={text} />}
    </Box>
  );
}
