import { Box } from '@mui/material';
import { lazy, Suspense } from 'react';

const MarkdownView = lazy(async () => {
  const { MarkdownView: View } = await import('./markdown-view.ui.tsx');
  return { default: View };
});

/** The drawn text. Its parser loads with the first one; until then the text stands there as typed. */
export function LazyView({ text }: { text: string }) {
  return (
    <Suspense
      fallback={
        <Box dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Box>
      }
    >
      <MarkdownView text={text} />
    </Suspense>
  );
}
