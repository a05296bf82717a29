import type { ComponentProps } from 'react';
import './values.css';

type PillProps = ComponentProps<'span'> & {
  /** Shown as a tint and a dot; grey without one. */
  colour?: 'primary' | 'info' | 'success' | 'warning' | 'error' | undefined;
  outlined?: boolean;
};

/**
 * A short value in a frame. It is one element where a Chip is four: a list has hundreds of them, and scrolling draws
 * more in each frame.
 */
export function Pill({ colour, outlined, ...props }: PillProps) {
  return (
    <span
      {...props}
      className="value-pill"
      data-colour={colour}
      data-outlined={outlined || undefined}
    />
  );
}
