import './sun-rings.css';

const RADII = [90, 140, 195, 255, 320];

/** The brand's picture: the sun and the loops around it. Decorates the corner of a panel. */
export function SunRings() {
  return (
    <svg className="sun-rings" viewBox="0 0 700 700" aria-hidden="true">
      {RADII.map((radius, index) => (
        <circle key={radius} cx="350" cy="350" r={radius} data-ring={index} />
      ))}
      <circle className="sun-rings-core" cx="350" cy="350" r="52" />
    </svg>
  );
}
