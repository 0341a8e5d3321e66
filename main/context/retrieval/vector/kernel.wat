;; Dot products of one query of 16-bit numbers with rows of 8-bit numbers. `d` is a multiple of 16.
;; Assembled into kernel.ts; tests/unit/context/retrieval/kernel.test.ts proves that both compute what plain code does.
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
  ;; out[4 i + j] = q[j] · row i, for four queries behind one another and n rows from m on: each row is read once
  (func (export "scanFour") (param $q i32) (param $m i32) (param $n i32) (param $d i32) (param $out i32)
    (local $end i32) (local $rowEnd i32) (local $at i32) (local $second i32) (local $third i32) (local $step i32)
    (local $left v128) (local $right v128) (local $a v128) (local $b v128) (local $c v128) (local $e v128)
    (local.set $step (i32.shl (local.get $d) (i32.const 1)))
    (local.set $end (i32.add (local.get $out) (i32.shl (local.get $n) (i32.const 4))))
    (block $done (loop $rows
      (br_if $done (i32.ge_u (local.get $out) (local.get $end)))
      (local.set $rowEnd (i32.add (local.get $m) (local.get $d)))
      (local.set $at (local.get $q))
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $c (v128.const i32x4 0 0 0 0))
      (local.set $e (v128.const i32x4 0 0 0 0))
      (loop $inner
        (local.set $right (v128.load (local.get $m)))
        (local.set $left (i16x8.extend_low_i8x16_s (local.get $right)))
        (local.set $right (i16x8.extend_high_i8x16_s (local.get $right)))
        (local.set $second (i32.add (local.get $at) (local.get $step)))
        (local.set $third (i32.add (local.get $second) (local.get $step)))
        (local.set $a (i32x4.add (local.get $a) (i32x4.add
          (i32x4.dot_i16x8_s (local.get $left) (v128.load (local.get $at)))
          (i32x4.dot_i16x8_s (local.get $right) (v128.load offset=16 (local.get $at))))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.add
          (i32x4.dot_i16x8_s (local.get $left) (v128.load (local.get $second)))
          (i32x4.dot_i16x8_s (local.get $right) (v128.load offset=16 (local.get $second))))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.add
          (i32x4.dot_i16x8_s (local.get $left) (v128.load (local.get $third)))
          (i32x4.dot_i16x8_s (local.get $right) (v128.load offset=16 (local.get $third))))))
        (local.set $e (i32x4.add (local.get $e) (i32x4.add
          (i32x4.dot_i16x8_s (local.get $left) (v128.load (i32.add (local.get $third) (local.get $step))))
          (i32x4.dot_i16x8_s (local.get $right) (v128.load offset=16 (i32.add (local.get $third) (local.get $step)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (local.set $m (i32.add (local.get $m) (i32.const 16)))
        (br_if $inner (i32.lt_u (local.get $m) (local.get $rowEnd))))
      ;; a0+a2 b0+b2 a1+a3 b1+b3, the same of c and e, then one sum each
      (local.set $a (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
      (local.set $c (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $e))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $e))))
      (v128.store (local.get $out) (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $c))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $c))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br $rows)))))
