;; Dot products of one query of 16-bit numbers with rows of 8-bit numbers. `d` is a multiple of 16.
;; Assembled into kernel.ts; tests/unit/retrieval/kernel.test.ts proves that both compute what plain code does.
(module
  (import "env" "memory" (memory 1 65536 shared))
  (func $row (param $q i32) (param $m i32) (param $d i32) (result i32)
    (local $k i32) (local $a v128) (local $low v128) (local $high v128)
    (loop $inner
      (local.set $a (v128.load (i32.add (local.get $m) (local.get $k))))
      (local.set $low (i32x4.add (local.get $low)
        (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $a))
          (v128.load (i32.add (local.get $q) (i32.shl (local.get $k) (i32.const 1)))))))
      (local.set $high (i32x4.add (local.get $high)
        (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $a))
          (v128.load offset=16 (i32.add (local.get $q) (i32.shl (local.get $k) (i32.const 1)))))))
      (local.set $k (i32.add (local.get $k) (i32.const 16)))
      (br_if $inner (i32.lt_u (local.get $k) (local.get $d))))
    (local.set $low (i32x4.add (local.get $low) (local.get $high)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low)))
      (i32.add (i32x4.extract_lane 2 (local.get $low)) (i32x4.extract_lane 3 (local.get $low)))))
  ;; out[i] = q · row i, for n rows from m on
  (func (export "scan") (param $q i32) (param $m i32) (param $n i32) (param $d i32) (param $out i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $n) (i32.const 2))))
    (block $done (loop $rows
      (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
      (i32.store (local.get $out) (call $row (local.get $q) (local.get $m) (local.get $d)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $m (i32.add (local.get $m) (local.get $d)))
      (br $rows))))
  ;; out[i] = q · row ids[i], for n numbers from ids on
  (func (export "gather") (param $q i32) (param $m i32) (param $ids i32) (param $n i32) (param $d i32) (param $out i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $n) (i32.const 2))))
    (block $done (loop $rows
      (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
      (i32.store (local.get $out) (call $row (local.get $q)
        (i32.add (local.get $m) (i32.mul (i32.load (local.get $ids)) (local.get $d))) (local.get $d)))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $ids (i32.add (local.get $ids) (i32.const 4)))
      (br $rows)))))
