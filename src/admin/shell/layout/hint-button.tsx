import type { ComponentProps } from 'react';
import './buttons.css';

type HintButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'type'> & {
  label: string;
  isSmall?: boolean;
};

/**
 * An icon button whose label appears below it on hover and on keyboard focus. It is styled
 * with CSS alone: MUI's Tooltip would add 10 kB of positioning code to the first page.
 */
export function HintButton({ label, isSmall = false, className, ...props }: HintButtonProps) {
  return (
    <button
      {...props}
      type="button"
      className={className ? `hint-button ${className}` : 'hint-button'}
      aria-label={label}
      data-small={isSmall || undefined}
    />
  );
}
