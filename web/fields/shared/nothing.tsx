/** A field without a value. */
export const Nothing = () => <span className="faint">–</span>
