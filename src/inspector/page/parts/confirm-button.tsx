import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Props {
  /** The text of the button, such as `Delete`. */
  readonly label: string;
  /** The name of the button for a screen reader, if `label` is the same for several. */
  readonly name?: string;
  /** What is lost. */
  readonly question: string;
  readonly isSmall?: boolean;
  onConfirm(): void;
}

/** A button that asks before it acts. Escape cancels, and so does a second Enter: the focus is on Cancel. */
export function ConfirmButton({ label, name, question, isSmall = false, onConfirm }: Props) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    if (isAsking) cancel.current?.focus();
    else if (wasAsking.current) opener.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const look = isSmall ? 'small' : '';
  if (!isAsking)
    return (
      <button ref={opener} type="button" class={look} aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the question is its name.
    <span
      role="group"
      class="confirm"
      aria-label={question}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The page would go back.
        event.stopPropagation();
        setAsking(false);
      }}
    >
      <span>{question}</span>
      <button
        type="button"
        class={`danger ${look}`}
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {label}
      </button>
      <button ref={cancel} type="button" class={look} onClick={() => setAsking(false)}>
        Cancel
      </button>
    </span>
  );
}
