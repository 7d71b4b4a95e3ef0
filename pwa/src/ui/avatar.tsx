import { Icon } from './icon.tsx';
import './avatar.css';

/** First letters of the first and the last word, at most two. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : '';
  return [words[0], last]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

type Props = {
  name: string;
  image?: string | null;
  size?: 'md' | 'lg' | 'xl';
  /** What is shown without a picture. */
  fallback?: 'initials' | 'icon';
};

/** A person's picture, or initials. Decorative, because the name is beside it. */
export function Avatar({ name, image, size = 'md', fallback = 'initials' }: Props) {
  const placeholder = fallback === 'icon' ? <Icon name="person" /> : initialsOf(name);
  return (
    <span className="avatar" data-size={size} aria-hidden="true">
      {image ? <img src={image} alt="" /> : placeholder}
    </span>
  );
}
