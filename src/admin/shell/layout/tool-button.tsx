import type { ComponentProps, ReactNode } from 'react';
import './buttons.css';

type ToolButtonProps = Omit<ComponentProps<'button'>, 'children' | 'className' | 'type'> & {
  icon: ReactNode;
  /** The purpose and the state of the tool in words. */
  words: string;
  /** The state in a few characters, such as a number; narrow screens show it without the words. */
  mark?: ReactNode;
  /** Whether it changes what the list shows now. */
  isOn?: boolean;
};

/** A tool of the list, in words that say its state. In a window of less than 900 px the words become a hint. */
export function ToolButton({ icon, words, mark, isOn = false, ...props }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="tool-button"
      data-on={isOn || undefined}
      data-hint={words}
      data-edge="start"
      {...props}
    >
      <span data-icon>{icon}</span>
      <span data-words>{words}</span>
      {mark !== undefined && (
        <>
          {' '}
          <span data-mark>{mark}</span>
        </>
      )}
    </button>
  );
}
