import './avatar.css';

/** First letters of the first and the last word, at most two. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : '';
  return [words[0], last]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

type Props = { name: string; image?: string | null };

/** A person's picture, or initials. The name stands beside it, so it says nothing itself. */
export function Avatar({ name, image }: Props) {
  return (
    <span className="avatar" aria-hidden="true">
      {image ? <img src={image} alt="" /> : initialsOf(name)}
    </span>
  );
}
